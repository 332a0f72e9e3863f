import { forgetStyles, isDrawn, listTextRuns } from './boxes.ts';
import {
  findControlsOverControls,
  findCoveredText,
  findLooseRows,
  findNarrowScrollers,
  findOutOfWindow,
  findSmallTargets,
  findUnevenFields,
  findUnreachable,
  findWrappedToolbars,
} from './control-faults.ts';
import {
  findBrokenWords,
  findCutHeads,
  findCutText,
  findLooseTexts,
  findTextOutOfFrame,
  findTextOverText,
} from './text-faults.ts';

export interface LookOptions {
  isPhone: boolean;
  /** In pixels; under 1,000 nothing is asked of toolbars, and boxes may be scrolled sideways. */
  width: number;
}

/** Everything is asked where it lies, also what lets presses through. */
function withAllTouchable<T>(work: () => T): T {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(sheet);
  try {
    return work();
  } finally {
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
  }
}

/** How far the page can be scrolled sideways. */
function findSideways(): string[] {
  const aside = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return aside > 0 ? [`the page scrolls sideways by ${aside} px`] : [];
}

/** What a person could trip over on the page as it is, one line each. */
export function findFaults({ isPhone, width }: LookOptions): string[] {
  forgetStyles();
  const runs = listTextRuns();
  const isBroad = width >= 1000;
  const found = [
    ...withAllTouchable(() => findTextOverText(runs)),
    ...findBrokenWords(width <= 800),
    ...findCutText(runs),
    ...findCutHeads(),
    ...findTextOutOfFrame(runs),
    ...findLooseTexts(),
    ...findCoveredText(runs),
    ...withAllTouchable(findControlsOverControls),
    ...findUnreachable(!isBroad),
    ...findSideways(),
    ...(isPhone ? findSmallTargets() : []),
    ...findLooseRows(),
    ...findOutOfWindow(),
    ...findNarrowScrollers(),
    ...findUnevenFields(),
    ...(isBroad ? findWrappedToolbars() : []),
  ];
  return [...new Set(found)];
}

/** What the page says to somebody who looks, points or listens: texts, values, labels and tooltips. */
export function listShownTexts(): string[] {
  forgetStyles();
  const texts = listTextRuns().map(({ text }) => text);
  const said = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')]
    .filter(isDrawn)
    .flatMap((one) => ['aria-label', 'title', 'alt', 'placeholder'].map((name) => one.getAttribute(name) ?? ''));
  return [...new Set([...texts, ...said, document.title])].filter((text) => text !== '');
}
