export function ArchPicture() {
  return null;
}
