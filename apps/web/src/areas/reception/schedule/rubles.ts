export const rubles = new Intl.NumberFormat('ru', {
  style: 'currency',
  currency: 'RUB',
  maximumFractionDigits: 0,
});
