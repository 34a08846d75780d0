export const sentences = {
  noSegmentation: 'У этого исследования ещё нет 3D-сегментации',
  noSegmentationToCancel: 'Сегментация уже закончена или не запускалась',
  segmentationReplaced: 'Сегментацию построили заново. Посмотрите новые предложения',
  segmentationDecided: 'Это предложение уже рассмотрел другой человек. Проверьте, что решено',
} as const;
