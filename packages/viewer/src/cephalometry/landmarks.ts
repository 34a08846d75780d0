/** The two directions of a cephalogram. */
export type CephalogramView = 'lateral' | 'frontal';

interface Landmark {
  /** international abbreviation, under which it is stored */
  name: string;
  /** what the user is asked to click */
  place: string;
}

/** The landmarks of the lateral analysis, in the order in which they are usually placed. */
const LATERAL: readonly Landmark[] = [
  { name: 'S', place: 'центр турецкого седла' },
  { name: 'N', place: 'передняя точка лобно-носового шва' },
  { name: 'Po', place: 'верхний край наружного слухового прохода' },
  { name: 'Or', place: 'нижняя точка края глазницы' },
  { name: 'ANS', place: 'вершина передней носовой ости' },
  { name: 'PNS', place: 'вершина задней носовой ости' },
  { name: 'A', place: 'самая глубокая точка переднего контура верхней челюсти' },
  { name: 'B', place: 'самая глубокая точка переднего контура нижней челюсти' },
  { name: 'Pog', place: 'самая передняя точка подбородка' },
  { name: 'Gn', place: 'передненижняя точка подбородка' },
  { name: 'Me', place: 'самая нижняя точка подбородка' },
  { name: 'Go', place: 'угол нижней челюсти' },
  { name: 'U1', place: 'режущий край верхнего резца' },
  { name: 'U1A', place: 'верхушка корня верхнего резца' },
  { name: 'L1', place: 'режущий край нижнего резца' },
  { name: 'L1A', place: 'верхушка корня нижнего резца' },
];

/** The landmarks of the frontal analysis; R and L are the patient's sides. */
const FRONTAL: readonly Landmark[] = [
  { name: 'Cg', place: 'петушиный гребень' },
  { name: 'ZR', place: 'правый лобно-скуловой шов' },
  { name: 'ZL', place: 'левый лобно-скуловой шов' },
  { name: 'JR', place: 'правый скулоальвеолярный гребень' },
  { name: 'JL', place: 'левый скулоальвеолярный гребень' },
  { name: 'ANS', place: 'передняя носовая ость' },
  { name: 'AGR', place: 'правая предугловая вырезка нижней челюсти' },
  { name: 'AGL', place: 'левая предугловая вырезка нижней челюсти' },
  { name: 'Me', place: 'середина нижнего края подбородка' },
];

export const LANDMARKS: Record<CephalogramView, readonly Landmark[]> = { lateral: LATERAL, frontal: FRONTAL };
