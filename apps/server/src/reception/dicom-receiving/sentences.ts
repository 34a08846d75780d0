export const sentences = {
  stowMediaType: 'Снимки принимаются в виде multipart/related; type="application/dicom"',
  stowBoundary: 'В заголовке Content-Type нет правильного параметра boundary',
  stowBroken: 'Запрос получен не полностью или повреждён: ни один снимок не сохранён. Отправьте его ещё раз',
} as const;
