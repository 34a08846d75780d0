export function BrowserBanner() {
  return null;
}
