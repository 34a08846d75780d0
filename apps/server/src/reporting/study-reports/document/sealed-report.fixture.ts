import sharp from 'sharp';
import type { SealedReportInput } from './input.ts';

export const picture = async (width: number, height: number) => ({
  type: 'image/jpeg',
  bytes: await sharp({ create: { width, height, channels: 3, background: '#556' } })
    .jpeg()
    .toBuffer(),
});

/** A report with every part. */
export const reportInput = async (change: Partial<SealedReportInput> = {}): Promise<SealedReportInput> => ({
  centre: {
    name: 'Центр лучевой диагностики «Снимок»',
    legalName: 'ООО «Лучевая диагностика»',
    address: 'Москва, Тверская улица, дом 1',
    phones: ['+7 495 000-00-01', '+7 495 000-00-02'],
    hours: 'пн–пт 9–21\nсб 10–18',
    licence: 'Л041-01137-77/00000001 от 01.02.2024',
    website: 'www.example.ru',
    logo: null,
  },
  reportID: 31,
  version: 2,
  replaces: { version: 1, signedAt: new Date('2026-11-20T10:00:00Z'), reason: 'Уточнён номер зуба' },
  patient: { name: 'Берёзкина Алёна Петровна', birthDate: '1990-02-03', sex: 'female' },
  study: { id: 12, date: '2026-11-19', examined: { day: '2026-11-19', time: null }, type: 'КЛКТ (3D)' },
  author: { name: 'Орлова Дарья Ильинична', post: 'врач-рентгенолог' },
  question: 'Есть ли изменения у верхушек 36?\nПланируем протезирование.',
  signedAt: new Date('2026-11-21T11:05:00Z'),
  sections: [
    {
      title: 'Описание',
      text: 'Костная ткань обеих челюстей без очагов деструкции.\n\nНижнечелюстной канал прослеживается на всём протяжении с обеих сторон.',
    },
    { title: 'Верхнечелюстные пазухи', text: 'Пневматизация не нарушена, слизистая оболочка не утолщена.' },
  ],
  findings: [
    { teeth: ['36'], text: 'Расширение периодонтальной щели у верхушки дистального корня, 2,1 мм.' },
    { teeth: ['18', '28', '38', '48'], text: 'Ретинированы, дистопированы.' },
    { teeth: ['11', '21'], text: 'Корневые каналы запломбированы до верхушки.' },
  ],
  measurements: [
    { label: 'Высота альвеолярного гребня в области 46', value: '11,4 мм' },
    { label: 'Ширина гребня в области 46', value: '6,2 мм' },
  ],
  pictures: [
    { ...(await picture(1200, 500)), caption: 'Панорама' },
    { ...(await picture(500, 500)), caption: 'Сечение в области 36' },
    { ...(await picture(500, 480)), caption: 'Аксиальный срез' },
  ],
  conclusion:
    'Хронический периодонтит зуба 36. Ретенция третьих моляров. Рекомендована консультация терапевта.',
  ...change,
});
