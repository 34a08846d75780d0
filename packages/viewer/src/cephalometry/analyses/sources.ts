/**
 * The publications of the norms. They are cited from memory of the literature and of its textbooks, and have not been
 * compared with the printed originals (decision 137).
 */
export const SOURCES = {
  'Riedel, 1952':
    'R. A. Riedel. The relation of maxillary structures to cranium in malocclusion and in normal occlusion. Angle Orthod 1952; 22: 142–145. Взрослые с правильным прикусом, среднее ± СКО.',
  'Steiner, 1953':
    'C. C. Steiner. Cephalometrics for you and me. Am J Orthod 1953; 39: 729–755. Значения, к которым стремится автор, без разброса и без деления по возрасту и полу; длины — на плёнке.',
  'Downs, 1948':
    'W. B. Downs. Variations in facial relationships: their significance in treatment and prognosis. Am J Orthod 1948; 34: 812–840. 12–17 лет с правильным прикусом, среднее ± СКО.',
  'Tweed, 1946':
    'C. H. Tweed. The Frankfort-mandibular plane angle in orthodontic diagnosis, classification, treatment planning, and prognosis. Am J Orthod Oral Surg 1946; 32: 175–230. Среднее 25° и границы, которые указывает автор; без деления по возрасту и полу.',
  'Tweed, 1954':
    'C. H. Tweed. The Frankfort-mandibular incisor angle (FMIA) in orthodontic diagnosis, treatment planning and prognosis. Angle Orthod 1954; 24: 121–169. Значения и границы, которые указывает автор; без деления по возрасту и полу.',
  'Siriwat, Jarabak, 1985':
    'P. P. Siriwat, J. R. Jarabak. Malocclusion and facial morphology: is there a relationship? An epidemiologic study. Angle Orthod 1985; 55: 127–138. Границы нейтрального типа роста; без деления по возрасту и полу.',
  'Jarabak, Fizzell, 1972':
    'J. R. Jarabak, J. A. Fizzell. Technique and treatment with light-wire edgewise appliances. Mosby, 1972. Среднее и допустимое отклонение; без деления по возрасту и полу.',
  'Jacobson, 1975':
    'A. Jacobson. The “Wits” appraisal of jaw disharmony. Am J Orthod 1975; 67: 125–138. Взрослые с правильным прикусом, по полу, среднее ± СКО; длины — на плёнке.',
  'McNamara, 1984':
    'J. A. McNamara Jr. A method of cephalometric evaluation. Am J Orthod 1984; 86: 449–469. Взрослые выборки Энн-Арбор, по полу, среднее ± СКО; длины — на плёнке с увеличением 8 %.',
  'Ricketts, 1979':
    'R. M. Ricketts, R. W. Bench, C. F. Gugino, J. J. Hilgers, R. J. Schulhof. Bioprogressive therapy. Rocky Mountain Orthodontics, 1979. Среднее и клиническое отклонение; то, что меняется с ростом, — с 9 до 18 лет; длины — на плёнке.',
  'Legan, Burstone, 1980':
    'H. L. Legan, C. J. Burstone. Soft tissue cephalometric analysis for orthognathic surgery. J Oral Surg 1980; 38: 744–751. Взрослые, среднее ± СКО.',
} as const;
