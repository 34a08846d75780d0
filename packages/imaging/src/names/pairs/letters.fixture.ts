import { type PairsOfKind, same } from './kinds.fixture.ts';

/** One person, written with letters that another machine or language does not have. */
export const LETTERS: readonly PairsOfKind[] = [
  same(
    'letters of the other script that look alike',
    'one unknown',
    `Иванов Иван | Ивaнoв Ивaн
    Сидоров Олег | Cидopов Oлег
    Макаров Антон | MAKAPOB Антон
    Орехова Анна | OPEXOBA Анна
    Петрова Ирина | Пeтpoвa Иpинa
    Тарасов Константин | Tapacoв Koнcтaнтин
    Ёлкина Наталья | Ёлкинa Haтaлья
    Хохлова Вера | Xoxлoвa Bepa
    КРАСНОВ НИКИТА | KPACHOB HИKИTA
    Smirnov Anton | Smirnоv Аntоn
    Ivanova Vera | Ivаnоvа Vеrа
    Носова Карина | Hocoва Kapина
    Мухаметов Марат | Myxaметов Mapaт
    Уткин Рустам | Уткин Pуcтaм
    Комарова Тамара | KOMAPOBA TAMAPA
    Кононов Савва | Koнoнoв Caввa`,
  ),
  same(
    'umlauts: ü = ue = u',
    'one unknown',
    `Müller Jürgen | Mueller Juergen
    Müller Jürgen | Muller Jurgen
    Mueller Anna | Muller Anna
    Мюллер Юрген | Müller Jürgen
    Мюллер Юрген | MUELLER JUERGEN
    Schröder Otto | Schroeder Otto
    Schröder Otto | Schroder Otto
    Шрёдер Отто | Schröder Otto
    Schäfer Anna | Schaefer Anna
    Шефер Анна | Schäfer Anna
    Шефер Анна | SCHAEFER ANNA
    Гёте Марта | Goethe Martha
    Гёте Марта | Göthe Marta
    Böhm Karl | Boehm Karl
    Strauß Johann | Strauss Johann
    Köhler Rosa | KOHLER ROSA
    Кюн Эльза | Kühn Elsa
    Jäger Max | Jaeger Max
    Sørensen Lars | Sorensen Lars
    Ångström Nils | Angstrom Nils`,
  ),
  same(
    'diacritics of other languages',
    'one unknown',
    `Dvořák Jan | Dvorak Jan
    Дворжак Ян | Dvořák Jan
    Łukasz Nowak | Lukasz Nowak
    Kowalczyk Paweł | Kowalczyk Pawel
    Ковальчик Анна | Kowalczyk Anna
    Novák Tomáš | Novak Tomas
    Новак Томаш | Novák Tomáš
    Şahin Mehmet | Sahin Mehmet
    Шахин Мехмет | Şahin Mehmet
    Çelik Ayşe | Celik Ayse
    Чагатай Айше | Çağatay Ayşe
    Əliyev İlham | Aliyev Ilham
    Алиев Ильхам | Əliyev İlham
    Nguyễn Văn Đức | Nguyen Van Duc
    Jokić Nikola | Jokic Nikola
    Йокич Никола | Jokić Nikola
    García José | Garcia Jose
    François Zoé | Francois Zoe
    Kovač Željko | Kovac Zeljko
    Ковач Желько | Kovač Željko`,
  ),
  same(
    'Cyrillic letters of other languages',
    'one unknown',
    `Қайратов Әлия | Кайратов Алия
    Нұрғалиев Ерлан | Нургалиев Ерлан
    Өтегенов Бақыт | Утегенов Бакыт
    Ғабдуллин Илдар | Габдуллин Илдар
    Жәмилә Хәсәнова | Жамиля Хасанова
    Җәмилә Хәсәнова | Джамиля Хасанова
    Гөлнара Сафина | Гулнара Сафина
    Ковальчук Марія | Ковальчук Мария
    Їжакевич Іван | Ижакевич Иван
    Ґудзенко Олег | Гудзенко Олег
    Һадиев Рамиль | Хадиев Рамиль
    Қайратов Ерлан | Kairatov Erlan`,
  ),
  same(
    'forms of a first name',
    'one unknown',
    `Орлов Артём | Орлов Артем
    Орлов Артём | Орлов Артемий
    Орлов Артём | ORLOV ARTYOM
    Орлов Артём | ORLOV ARTIOM
    Орлов Артём | ORLOV ARTJOM
    Орлов Артём | ORLOV ARTYEM
    Орлов Артём | Orlov Artëm
    Орлов Артём | ORLOV ARTEMIY
    Орлов Артемий | ORLOV ARTEMII
    Зимин Даниил | Зимин Данил
    Зимин Даниил | ZIMIN DANILA
    Попов Дмитрий | POPOV DIMITRI
    Носов Алексей | NOSOV ALEXEI
    Котова Наталия | KOTOVA NATALYA
    Попов Михаил | POPOV MICHAIL`,
  ),
];
