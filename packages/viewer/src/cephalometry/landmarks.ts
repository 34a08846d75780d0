/** The two directions of a cephalogram. */
export type CephalogramView = 'lateral' | 'frontal';

export interface Landmark {
  /** international abbreviation, under which it is stored */
  name: string;
  title: string;
  /** what the user is asked to click */
  place: string;
}

/** The landmarks of the lateral analysis, in the order in which they are usually placed. */
const LATERAL: readonly Landmark[] = [
  { name: 'S', title: 'Селла', place: 'центр турецкого седла' },
  { name: 'N', title: 'Назион', place: 'передняя точка лобно-носового шва' },
  { name: 'Po', title: 'Порион', place: 'верхний край наружного слухового прохода' },
  { name: 'Or', title: 'Орбитале', place: 'нижняя точка края глазницы' },
  { name: 'ANS', title: 'Передняя носовая ость', place: 'вершина передней носовой ости' },
  { name: 'PNS', title: 'Задняя носовая ость', place: 'вершина задней носовой ости' },
  { name: 'A', title: 'Точка A', place: 'самая глубокая точка переднего контура верхней челюсти' },
  { name: 'B', title: 'Точка B', place: 'самая глубокая точка переднего контура нижней челюсти' },
  { name: 'Pog', title: 'Погонион', place: 'самая передняя точка подбородка' },
  { name: 'Gn', title: 'Гнатион', place: 'передненижняя точка подбородка' },
  { name: 'Me', title: 'Ментон', place: 'самая нижняя точка подбородка' },
  { name: 'Go', title: 'Гонион', place: 'угол нижней челюсти' },
  { name: 'U1', title: 'Верхний резец, край', place: 'режущий край верхнего резца' },
  { name: 'U1A', title: 'Верхний резец, верхушка', place: 'верхушка корня верхнего резца' },
  { name: 'L1', title: 'Нижний резец, край', place: 'режущий край нижнего резца' },
  { name: 'L1A', title: 'Нижний резец, верхушка', place: 'верхушка корня нижнего резца' },
];

/** The landmarks of the frontal analysis; R and L are the patient's sides. */
const FRONTAL: readonly Landmark[] = [
  { name: 'Cg', title: 'Петушиный гребень', place: 'петушиный гребень' },
  { name: 'ZR', title: 'Лобно-скуловая точка справа', place: 'правый лобно-скуловой шов' },
  { name: 'ZL', title: 'Лобно-скуловая точка слева', place: 'левый лобно-скуловой шов' },
  { name: 'JR', title: 'Югале справа', place: 'правый скулоальвеолярный гребень' },
  { name: 'JL', title: 'Югале слева', place: 'левый скулоальвеолярный гребень' },
  { name: 'ANS', title: 'Передняя носовая ость', place: 'передняя носовая ость' },
  { name: 'AGR', title: 'Антегонион справа', place: 'правая предугловая вырезка нижней челюсти' },
  { name: 'AGL', title: 'Антегонион слева', place: 'левая предугловая вырезка нижней челюсти' },
  { name: 'Me', title: 'Ментон', place: 'середина нижнего края подбородка' },
];

export const LANDMARKS: Record<CephalogramView, readonly Landmark[]> = { lateral: LATERAL, frontal: FRONTAL };

export const VIEW_NAMES = { lateral: 'Боковая ТРГ', frontal: 'Прямая ТРГ' } as const;

/** The first landmark that has not been placed; undefined when all are. */
export const nextOf = (view: CephalogramView, isPlaced: (name: string) => boolean): string | undefined =>
  LANDMARKS[view].find(({ name }) => !isPlaced(name))?.name;
