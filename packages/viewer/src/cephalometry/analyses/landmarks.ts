import { LATERAL_LANDMARKS, type LateralLandmark } from '@snimok/contract/viewing/landmark-names';

/** The two directions of a cephalogram. */
export type CephalogramView = 'lateral' | 'frontal';

export interface Landmark {
  /** international abbreviation, under which it is stored */
  name: string;
  title: string;
  /** what the user is asked to click */
  place: string;
}

/** What the landmarks of all lateral analyses are called, and where they are. */
const LATERAL: Record<LateralLandmark, Omit<Landmark, 'name'>> = {
  S: { title: 'Селла', place: 'центр турецкого седла' },
  N: { title: 'Назион', place: 'передняя точка лобно-носового шва' },
  Po: { title: 'Порион', place: 'верхний край наружного слухового прохода' },
  Or: { title: 'Орбитале', place: 'нижняя точка края глазницы' },
  ANS: { title: 'Передняя носовая ость', place: 'вершина передней носовой ости' },
  PNS: { title: 'Задняя носовая ость', place: 'вершина задней носовой ости' },
  A: { title: 'Точка A', place: 'самая глубокая точка переднего контура верхней челюсти' },
  B: { title: 'Точка B', place: 'самая глубокая точка переднего контура нижней челюсти' },
  Pog: { title: 'Погонион', place: 'самая передняя точка подбородка' },
  Gn: { title: 'Гнатион', place: 'передненижняя точка подбородка' },
  Me: { title: 'Ментон', place: 'самая нижняя точка подбородка' },
  Go: { title: 'Гонион', place: 'угол нижней челюсти' },
  U1: { title: 'Верхний резец, край', place: 'режущий край верхнего резца' },
  U1A: { title: 'Верхний резец, верхушка', place: 'верхушка корня верхнего резца' },
  L1: { title: 'Нижний резец, край', place: 'режущий край нижнего резца' },
  L1A: { title: 'Нижний резец, верхушка', place: 'верхушка корня нижнего резца' },
  OcM: { title: 'Окклюзия моляров', place: 'середина перекрытия бугров первых моляров' },
  OcP: { title: 'Окклюзия премоляров', place: 'середина перекрытия бугров первых премоляров' },
  U6D: { title: 'Верхний моляр, сзади', place: 'задняя точка коронки верхнего первого моляра' },
  Ba: { title: 'Базион', place: 'нижняя точка переднего края большого затылочного отверстия' },
  Ar: { title: 'Артикуляре', place: 'пересечение заднего края ветви с основанием черепа' },
  Co: { title: 'Кондилион', place: 'верхнезадняя точка головки нижней челюсти' },
  CdP: { title: 'Мыщелок, сзади', place: 'самая задняя точка головки нижней челюсти' },
  DC: { title: 'Шейка мыщелка', place: 'середина шейки мыщелка на линии Ba–N' },
  Xi: { title: 'Точка Xi', place: 'середина ветви нижней челюсти' },
  Pt: { title: 'Птеригоид', place: 'задневерхняя точка крыловидно-верхнечелюстной щели' },
  PM: { title: 'Супрапогонион', place: 'место перехода выпуклости подбородка в вогнутость' },
  D: { title: 'Точка D', place: 'центр сечения подбородочного симфиза' },
  "G'": { title: 'Глабелла', place: 'самая передняя точка кожи лба над переносицей' },
  Pn: { title: 'Пронасале', place: 'кончик носа' },
  Cm: { title: 'Колумелла', place: 'самая передняя точка перегородки носа снизу' },
  Sn: { title: 'Субназале', place: 'переход перегородки носа в верхнюю губу' },
  Ls: { title: 'Верхняя губа', place: 'самая передняя точка верхней губы' },
  Li: { title: 'Нижняя губа', place: 'самая передняя точка нижней губы' },
  Si: { title: 'Подбородочная складка', place: 'самая глубокая точка складки под нижней губой' },
  "Pog'": { title: 'Погонион кожи', place: 'самая передняя точка кожи подбородка' },
};

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

export const LANDMARKS: Record<CephalogramView, readonly Landmark[]> = {
  lateral: LATERAL_LANDMARKS.map((name) => ({ name, ...LATERAL[name] })),
  frontal: FRONTAL,
};

export const VIEW_NAMES = { lateral: 'Боковая ТРГ', frontal: 'Прямая ТРГ' } as const;
