/** Texts for users whose study cannot be written for a disc. */
export const sentences = {
  noImages: 'В исследовании нет снимков, которые можно записать на диск',
  failed: 'Не удалось подготовить диск. Попробуйте ещё раз или скачайте обычный архив',
} as const;
