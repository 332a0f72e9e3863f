import { createRandom, type Random } from '../../../../local/demo-school/random.ts';
import type { CellName } from '../entries.ts';
import type { Column } from '../read-typed.ts';
import { type Step, sheetArrangements } from '../steps.ts';
import {
  insertWorldEvents,
  millisecondsBetweenKeys,
  ownDigits,
  replaceForeignDigits,
  toKeysWithTypos,
} from '../world-events.ts';

export interface Sheet {
  columns: readonly Column[];
  rows: readonly string[];
  /** In a window that Escape closes. */
  isWindow: boolean;
}

export interface Plan extends Sheet {
  seed: string;
  /** About how many strokes. */
  strokes: number;
}

/** The same seed gives the same script, on every machine. */
export function planSteps({ seed, columns, rows, isWindow, strokes }: Plan): Step[] {
  const random = createRandom(seed);
  const speed = 40 + 360 * random.next() ** 3;
  const writable = columns.filter((column) => column.kind !== 'shown');
  const steps: Step[] = [];
  const press = (...keys: string[]) => {
    for (const key of keys) steps.push({ do: 'key', key, wait: millisecondsBetweenKeys(speed, random) });
  };
  const anyCell = (among: readonly Column[] = writable) => ({ row: random.pick(rows), column: random.pick(among).id });
  const ofKind = (kind: Column['kind']) => writable.filter((column) => column.kind === kind);
  const numbers = ofKind('number');
  const choose = (cell: CellName) => steps.push({ do: 'click', cell });

  const bursts: Record<string, () => void> = {
    column: () => {
      const column = random.pick(numbers);
      choose({ row: random.pick(rows.slice(0, Math.max(1, rows.length - 3))), column: column.id });
      for (let marks = random.int(2, 6); marks > 0; marks -= 1) {
        press(
          ...toKeysWithTypos(random, markText(random, column)),
          random.pick(['Enter', 'Enter', 'Enter', 'ArrowDown']),
        );
      }
    },
    odd: () => {
      choose(anyCell(numbers));
      for (let marks = random.int(1, 3); marks > 0; marks -= 1) press(...oddText(random), 'Enter');
    },
    row: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      press(...toKeysWithTypos(random, markText(random, column)), 'Tab');
      // What Tab comes to is another column: a text that is right in all of them.
      if (writable.length === 1) press(...toKeysWithTypos(random, '8'), 'Shift+Tab');
    },
    wander: () => {
      choose(anyCell(numbers));
      press(...many(random, 1, 6, () => random.pick(wanderings)));
      press(...many(random, 0, 3, () => random.pick(['ArrowDown', 'ArrowUp'])));
    },
    edit: () => {
      choose(anyCell(numbers));
      press('F2', ...many(random, 0, 2, () => random.pick(['ArrowLeft', 'Backspace', 'Home', 'End', 'Delete'])));
      press(random.pick([...ownDigits]), random.pick(['Enter', 'Enter', 'Escape']));
    },
    regret: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      press(...toKeysWithTypos(random, markText(random, column)), 'Escape');
    },
    clear: () => {
      choose(anyCell(writable.filter(({ kind }) => kind !== 'text')));
      press('Delete', 'ArrowDown');
    },
    grades: () => {
      const grades = ofKind('grade');
      if (grades.length === 0) return;
      choose(anyCell(grades));
      for (let count = random.int(1, 4); count > 0; count -= 1) press(random.pick([...'abcABCx7']), 'Enter');
    },
    comment: () => {
      const texts = ofKind('text');
      if (texts.length === 0) return;
      choose(anyCell(texts));
      press(...toKeysWithTypos(random, random.pick(['Kind.', 'Works hard', 'A quiet term; more care.'])), 'Escape');
    },
    paste: () => {
      const column = random.pick(numbers);
      const cell = anyCell([column]);
      choose(cell);
      if (random.chance(0.3)) choose(cell);
      const lines = many(random, 1, 4, () =>
        random.chance(0.2) ? random.pick(['absentee', '1e2', '7o', 'ABS', 'exempt']) : markText(random, column),
      );
      steps.push({ do: 'paste', text: lines.join(random.pick(['\n', '\r\n'])) + (lines.length > 1 ? '\n' : '') });
      steps.push({ do: 'pause', wait: 200 });
    },
    fillDown: () => {
      const column = random.pick(numbers);
      choose({ row: random.pick(rows.slice(0, Math.max(1, rows.length - 4))), column: column.id });
      press(...toKeysWithTypos(random, markText(random, column)));
      if (random.chance(0.3)) press('ArrowDown');
      else press(...many(random, 1, 4, () => 'Shift+ArrowDown'));
      press('Control+d');
      if (random.chance(0.3)) press(...toKeysWithTypos(random, markText(random, column)), 'Enter');
    },
    fillBlanks: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      if (random.chance(0.7)) press(...toKeysWithTypos(random, markText(random, column)));
      press('Control+Shift+D');
    },
    nextBlank: () => {
      choose(anyCell(numbers));
      for (let marks = random.int(1, 3); marks > 0; marks -= 1) {
        press(...(random.chance(0.6) ? toKeysWithTypos(random, '8') : []), 'Control+Enter');
      }
      // In a comment's window this is the beginning of a comment.
      press('8');
    },
    arrange: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      if (random.chance(0.5)) press(...toKeysWithTypos(random, markText(random, column)));
      steps.push({ do: 'arrange', arranging: random.pick(sheetArrangements) });
      for (let marks = random.int(0, 3); marks > 0; marks -= 1)
        press(...toKeysWithTypos(random, markText(random, column)), 'Enter');
    },
    find: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      if (random.chance(0.3)) press(...toKeysWithTypos(random, markText(random, column)));
      // The start of somebody's id.
      const sought = random.pick(rows).toLowerCase();
      press('Control+f', ...toKeysWithTypos(random, sought.slice(0, random.int(1, sought.length))));
      press(...many(random, 0, 2, () => 'ArrowDown'));
      // Some leave it open and go on in the sheet.
      if (random.chance(0.2)) return;
      press(random.pick(['Enter', 'Enter', 'Escape']));
      press(...toKeysWithTypos(random, markText(random, column)), 'Enter');
    },
    elsewhere: () => {
      const column = random.pick(numbers);
      choose(anyCell([column]));
      press(...toKeysWithTypos(random, markText(random, column)));
      choose(anyCell(numbers));
    },
  };
  const weights = {
    column: 6,
    odd: 2,
    row: 1,
    wander: 1,
    edit: 1,
    regret: 1,
    clear: 1,
    grades: 1,
    comment: 1,
    paste: 2,
    elsewhere: 2,
    fillDown: 1,
    fillBlanks: 0.5,
    nextBlank: 1,
    arrange: 2,
    find: 1,
  };
  /** The cell that the hands chose last, or one that they come to from there. */
  const nearHands = (): CellName => {
    const last = steps.findLast((step) => step.do === 'click');
    const isNumber = numbers.some(({ id }) => id === last?.cell.column);
    if (!last || !isNumber) return anyCell(numbers);
    const row = Math.min(rows.indexOf(last.cell.row) + random.int(0, 3), rows.length - 1);
    return { row: rows[row] ?? last.cell.row, column: last.cell.column };
  };
  while (steps.filter((step) => step.do === 'key').length < strokes) {
    const from = steps.length;
    bursts[random.weighted(isWindow ? { ...weights, grades: 0, comment: 0 } : weights)]?.();
    insertWorldEvents(steps, { from, random, rivalCell: nearHands });
  }
  return steps;
}

const wanderings = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
  'Control+Home',
  'Control+End',
] as const;

const many = <T>(random: Random, from: number, to: number, make: () => T): T[] =>
  Array.from({ length: random.int(from, to) }, make);

/** A mark as teachers write it: most within the maximum. */
function markText(random: Random, column: Column): string {
  if (column.kind !== 'number') return '8';
  const above = random.chance(0.08) ? random.int(1, 300) : 0;
  const whole = replaceForeignDigits(random, String(above > 0 ? column.max + above : random.int(0, column.max)));
  const isZeroFirst = random.chance(0.05);
  const fraction = column.decimals === 1 && random.chance(0.3) ? random.pick(['.5', ',5', '.2']) : '';
  return `${isZeroFirst ? '0' : ''}${whole}${fraction}`;
}

/** What slips from the hands, or comes from another keyboard. */
const oddText = (random: Random): string[] => [
  ...random.pick([
    '-1',
    '1e2',
    '6o',
    'abc',
    '4.5',
    '12.5',
    '-4',
    '--',
    '1 2',
    '٤٢',
    '１５',
    'l0',
    'abs',
    'EX',
    'absent',
  ]),
];
