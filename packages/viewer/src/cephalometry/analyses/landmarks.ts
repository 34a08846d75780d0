/** The two directions of a cephalogram. */
export type CephalogramView = 'lateral' | 'frontal';

export interface Landmark {
  /** international abbreviation, under which it is stored */
  name: string;
  title: string;
  /** what the user is asked to click */
  place: string;
}

/** The landmarks of all lateral analyses, in the order in which they are usually placed: bone, teeth, then the profile. */
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
  { name: 'OcM', title: 'Окклюзия моляров', place: 'середина перекрытия бугров первых моляров' },
  { name: 'OcP', title: 'Окклюзия премоляров', place: 'середина перекрытия бугров первых премоляров' },
  { name: 'U6D', title: 'Верхний моляр, сзади', place: 'задняя точка коронки верхнего первого моляра' },
  { name: 'Ba', title: 'Базион', place: 'нижняя точка переднего края большого затылочного отверстия' },
  { name: 'Ar', title: 'Артикуляре', place: 'пересечение заднего края ветви с основанием черепа' },
  { name: 'Co', title: 'Кондилион', place: 'верхнезадняя точка головки нижней челюсти' },
  { name: 'CdP', title: 'Мыщелок, сзади', place: 'самая задняя точка головки нижней челюсти' },
  { name: 'DC', title: 'Шейка мыщелка', place: 'середина шейки мыщелка на линии Ba–N' },
  { name: 'Xi', title: 'Точка Xi', place: 'середина ветви нижней челюсти' },
  { name: 'Pt', title: 'Птеригоид', place: 'задневерхняя точка крыловидно-верхнечелюстной щели' },
  { name: 'PM', title: 'Супрапогонион', place: 'место перехода выпуклости подбородка в вогнутость' },
  { name: 'D', title: 'Точка D', place: 'центр сечения подбородочного симфиза' },
  { name: "G'", title: 'Глабелла', place: 'самая передняя точка кожи лба над переносицей' },
  { name: 'Pn', title: 'Пронасале', place: 'кончик носа' },
  { name: 'Cm', title: 'Колумелла', place: 'самая передняя точка перегородки носа снизу' },
  { name: 'Sn', title: 'Субназале', place: 'переход перегородки носа в верхнюю губу' },
  { name: 'Ls', title: 'Верхняя губа', place: 'самая передняя точка верхней губы' },
  { name: 'Li', title: 'Нижняя губа', place: 'самая передняя точка нижней губы' },
  { name: 'Si', title: 'Подбородочная складка', place: 'самая глубокая точка складки под нижней губой' },
  { name: "Pog'", title: 'Погонион кожи', place: 'самая передняя точка кожи подбородка' },
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
