import { type PairsOfKind, same } from './kinds.fixture.ts';

/** One person, in Cyrillic and in the Latin letters of several systems. */
export const TRANSLITERATIONS: readonly PairsOfKind[] = [
  same(
    'order, initials and missing words',
    'one unknown',
    `Иванов Иван Иванович | Иван Иванович Иванов
    Орлова Анна Петровна | Анна Орлова
    Смирнов Олег Игоревич | СМИРНОВ О.И.
    Юрьев Юрий Яковлевич | Юрьев Ю. Я.
    Юрьев Юрий Яковлевич | YURIEV Y Y
    Хасанов Хасан | KHASANOV K.
    Цветков Цезарь | TSVETKOV T.
    Елисеева Елена | YELISEEVA Y.
    Шилова Жанна | SHILOVA Z.
    Чернова Яна Юрьевна | CHERNOVA^YANA
    Петров-Водкин Кузьма | Петров Водкин Кузьма
    Мамедов Али Гасан оглы | Мамедов Али`,
  ),
  same(
    'ё, case and signs',
    'one unknown',
    `Соловьёва Алёна | СОЛОВЬЕВА АЛЕНА
    Ёлкин Пётр | Елкин Петр
    Королёв Семён | королев семен
    Иванова  Анна | ИВАНОВА^АННА
    О'Брайен Шон | О’Брайен Шон
    Д’Артаньян Анна | Дартаньян Анна
    Римский–Корсаков Олег | Римский-Корсаков Олег
    Майоров Сергей | Майоров Сергеи
    Геннадьев Геннадий | Генадьев Генадий
    Филиппов Филипп | Филипов Филип
    Ильина Наталья | Ильина Наталия
    Зуева Софья | Зуева София`,
  ),
  same(
    'Latin letters of passports (ICAO 9303)',
    'one unknown',
    `Щербаков Юрий | SHCHERBAKOV IURII
    Хохлов Александр | KHOKHLOV ALEKSANDR
    Цой Виктор | TSOI VIKTOR
    Подъячев Егор | PODIEIACHEV EGOR
    Объедков Лев | OBIEEDKOV LEV
    Яшина Юлия | IASHINA IULIIA
    Соловьёва Наталья | SOLOVEVA NATALIA
    Чайковский Пётр | CHAIKOVSKII PETR
    Эйхман Эдуард | EIKHMAN EDUARD
    Выхухолева Зоя | VYKHUKHOLEVA ZOIA
    Ёжиков Артём | EZHIKOV ARTEM
    Жуйкова Майя | ZHUIKOVA MAIIA
    Царёва Ксения | TSAREVA KSENIIA
    Грызлов Илья | GRYZLOV ILIA
    Кольцов Игорь | KOLTSOV IGOR
    Пьяных Фёдор | PIANYKH FEDOR
    Съедин Захар | SIEDIN ZAKHAR
    Лещёв Никита | LESHCHEV NIKITA`,
  ),
  same(
    'other Latin spellings: older passports, English, BGN/PCGN',
    'one unknown',
    `Щербаков Юрий | Scherbakov Yuriy
    Щербаков Юрий | Shcherbakov Yury
    Семёнова Наталья | Semyonova Natalya
    Семёнова Наталья | Semenova Natal'ya
    Ёлкина Анна | Yolkina Anna
    Ефремов Евгений | Yefremov Yevgeny
    Цветков Михаил | TCVETKOV MIKHAIL
    Хохлов Алексей | Hohlov Alexey
    Зайцева Ксения | Zaytseva Xenia
    Маёров Олег | Mayorov Oleg
    Подъячев Егор | Pod"yachev Egor
    Григорьев Григорий | Grigor'yev Grigoriy
    Юдин Илья | Yudin Ilya
    Жаров Дмитрий | Zharov Dmitry
    Белый Андрей | Bely Andrei
    Ольгина Ольга | OLGINA OLGA
    Якушева Яна | Jakusheva Jana
    Петухов Александр | Petuhov Alexander
    Филатов Филипп | Filatov Philip
    Викторов Виктор | Victorov Victor
    Маркова Вероника | Marcova Veronica
    Сухов Пётр | Sukhov Peter
    Чижов Эмиль | Chizhov Emil
    Смирнов Павел | Smirnoff Pavel`,
  ),
  same(
    'ISO 9 (GOST 7.79, A)',
    'one unknown',
    `Щукин Юрий | Ŝukin Ûrij
    Яшина Юлия | Âšina Ûliâ
    Ёлкина Алёна | Ëlkina Alëna
    Жукова Эмма | Žukova Èmma
    Чехов Антон | Čehov Anton
    Хохлов Артём | Hohlov Artëm
    Шишкин Илья | Šiškin Ilʹâ
    Подъячев Сергей | Podʺâčev Sergej
    Цветкова Майя | Cvetkova Majâ
    Юрьева Ольга | Ûrʹeva Olʹga
    Щербакова Анастасия | Ŝerbakova Anastasiâ
    Рыжов Пётр | Ryžov Pëtr
    Ячменёв Дмитрий | Âčmenëv Dmitrij
    Грачёва Софья | Gračëva Sofʹâ
    Кузьмич Эльвира | Kuzʹmič Èlʹvira
    ЖЁЛУДЕВ ЕГОР | ŽËLUDEV EGOR
    Чащин Захар | Čaŝin Zahar
    Шульц Юлиан | Šulʹc Ûlian`,
  ),
  same(
    'GOST 7.79, B',
    'one unknown',
    `Хохлов Михаил | Xoxlov Mixail
    Цветкова Анна | Czvetkova Anna
    Щербаков Юрий | Shherbakov Yurij
    Рыбаков Илья | Ry\`bakov Il\`ya
    Эдуардов Эдуард | E\`duardov E\`duard
    Подъячев Олег | Pod\`\`yachev Oleg
    Ёжиков Пётр | Yozhikov Pyotr
    Соловьёв Алексей | Solov\`yov Aleksej
    Цыганова Юлия | Cyganova Yuliya
    Хрущёв Никита | Xrushhyov Nikita
    Царёв Николай | Czaryov Nikolaj
    Ощепкова Майя | Oshhepkova Majya
    Быховская Ольга | By\`xovskaya Ol\`ga
    Чайкина Евгения | Chajkina Evgeniya
    Мохов Захар | Moxov Zaxar
    Куцый Игорь | Kucy\`j Igor\``,
  ),
  same(
    'German, French and English habits',
    'one unknown',
    `Чернышёв Михаил | Tschernyschow Michail
    Щербаков Андрей | Schtscherbakow Andrej
    Харитонов Захар | Charitonow Sachar
    Юсупов Юрий | Youssoupov Youri
    Пушкин Александр | Pouchkine Alexandre
    Чайковский Пётр | Tchaikovsky Peter
    Яковлев Иван | Jakowlew Iwan
    Воронов Фёдор | Woronow Fjodor
    Козлов Виктор | Kozloff Victor
    Джафаров Джамал | Jafarov Jamal
    Джанибеков Тимур | Djanibekov Timur
    Гриценко Олег | Hrytsenko Oleh
    Богданов Богдан | Bohdanov Bohdan`,
  ),
];
