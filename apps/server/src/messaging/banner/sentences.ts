export const sentences = {
  bannerImageType: 'Картинка (image): нужен файл PNG или JPEG',
  bannerImageTooLarge: 'Картинка больше 4 МБ. Уменьшите её или выберите другую',
  bannerImageSide: 'Картинка (image): не больше 8000 точек по каждой стороне',
} as const;
