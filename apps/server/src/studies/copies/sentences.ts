export const sentences = {
  copyTargetMissing: 'Выберите пациента или создайте копию карточки',
  copySamePatient: 'Исследование уже принадлежит этому пациенту',
} as const;
