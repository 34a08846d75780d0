export const sentences = {
  copyOtherClient: 'Этот пациент принадлежит другому клиенту',
  copyTargetMissing: 'Выберите пациента или создайте копию карточки',
  copySamePatient: 'Исследование уже принадлежит этому пациенту',
} as const;
