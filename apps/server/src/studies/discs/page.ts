import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { russianDay } from '../../platform/time-and-sizes/calendar.ts';
import type { DrawnSeries } from './draw-series.ts';

interface PageFacts {
  patientName: string;
  /** YYYY-MM-DD */
  birthday: string | null;
  type: StudyType;
  /** the day of the study, as `studyDayText` writes it */
  day: string;
  /** name and address of each branch */
  centres: string[];
  series: DrawnSeries[];
}

const fileBeside = (name: string) => readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');

/**
 * The page of a disc: one file that shows the pictures beside it. It is opened from `file://`, where a page may load
 * pictures but neither fetch files nor read the pixels of pictures; so an SVG filter applies the window. The
 * Content-Security-Policy of the page permits nothing else.
 */
export const writePage = async (facts: PageFacts): Promise<string> => {
  const [script, style] = await Promise.all([fileBeside('page.js'), fileBeside('page.css')]);
  const sources = [
    `default-src 'none'`,
    // for a page that is opened from a file, `'self'` matches no origin
    `img-src file: 'self'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  const name = escapeHTML(facts.patientName);
  const title = [STUDY_TYPES[facts.type].label, facts.day].join(', ');
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${sources.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: ${escapeHTML(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<div>
<h1>${name}</h1>
<p>${escapeHTML([birthOf(facts.birthday), title].filter(Boolean).join(' · '))}</p>
</div>
${facts.centres.length > 0 ? `<p class="centre">${facts.centres.map(escapeHTML).join('<br>')}</p>` : ''}
</header>
${BODY}
<script type="application/json" id="series">${escapeJSON(facts.series.map(seriesForPage))}</script>
<script>${script}</script>
</body>
</html>
`;
};

const hashOf = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`;

const escapeHTML = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Escapes `<`, which could begin the closing tag of the element. */
const escapeJSON = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const birthOf = (birthday: string | null) => birthday && `дата рождения ${russianDay(birthday)}`;

const seriesForPage = (series: DrawnSeries, at: number) => {
  const kind = series.pictures.length > 1 ? 'Серия' : 'Снимок';
  return {
    title: series.title || `${kind} ${at + 1}`,
    every: series.every,
    pictures: series.pictures.map(({ name }) => name),
    size: [series.pictures[0]?.width, series.pictures[0]?.height],
    window: series.window,
  };
};

const BODY = `<main>
<div class="bar">
<label>Серия <select id="choice"></select></label>
<div class="buttons">
<button type="button" id="smaller" aria-label="Уменьшить">−</button>
<button type="button" id="larger" aria-label="Увеличить">+</button>
<button type="button" id="reset">Сбросить вид</button>
</div>
</div>
<div id="stage" tabindex="0" role="group" aria-label="Снимок">
<img id="picture" alt="" draggable="false">
<p id="failure" role="alert" hidden>Снимок не открылся. Распакуйте архив целиком в папку и откройте index.html из неё.</p>
</div>
<div class="bar">
<label class="wide" id="slices"><span>Срез <output id="number"></output></span><input type="range" id="slice" min="1" value="1"></label>
<label class="wide windowed"><span>Яркость</span><input type="range" id="level" min="-100" max="100" value="0"></label>
<label class="wide windowed"><span>Контраст</span><input type="range" id="contrast" min="-100" max="100" value="0"></label>
</div>
<p class="hint" id="thinned" hidden></p>
<p class="hint mouse">Колесо мыши и стрелки листают срезы, «+» и «−» меняют масштаб, мышью снимок сдвигают, с клавишей Shift меняют яркость и контраст.</p>
<p class="hint">Это уменьшенные снимки для просмотра. Для диагностики откройте диск (файл DICOMDIR) в программе для снимков DICOM.</p>
</main>
<svg width="0" height="0" aria-hidden="true"><filter id="window" color-interpolation-filters="sRGB"><feComponentTransfer><feFuncR type="linear"/><feFuncG type="linear"/><feFuncB type="linear"/></feComponentTransfer></filter></svg>`;
