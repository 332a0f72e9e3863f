import { expect, it } from 'vitest';
import { listChangedParts } from '#functions/term-reports/report-cards/layouts/changed-parts.ts';
import { moveBlock, setBack } from '#shared/term-reports/layouts/edit-layout.ts';
import { moveFact, switchSignatory } from '#shared/term-reports/layouts/edit-lists.ts';
import { addGroup, moveColumn, switchColumn } from '#shared/term-reports/layouts/edit-subject-table.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

const before = { draft: standardLayout, levels: [1], terms: [1 as const] };
const differs = (change: Partial<typeof before>) => listChangedParts(before, { ...before, ...change });

it('says what two saves of a draft differ in, each by itself', () => {
  expect(differs({})).toEqual([]);
  expect(differs({ levels: [1, 2] })).toEqual(['forms and terms']);
  expect(differs({ draft: { ...standardLayout, name: 'Ours', title: 'Card', paper: 'Letter' } })).toEqual([
    'name',
    'title',
    'paper',
  ]);
  expect(differs({ draft: moveBlock(standardLayout, { side: 'front', row: 4, block: 0 }, 1) })).toEqual([
    'parts of the card',
  ]);
  expect(differs({ draft: setBack(standardLayout, 4) })).toEqual(['parts of the card']);
  expect(differs({ draft: moveColumn(standardLayout, 'exam', -1) })).toEqual(['columns']);
  expect(differs({ draft: switchColumn(standardLayout, 'totalInWords', true) })).toEqual(['columns', 'marks in words']);
  expect(differs({ draft: addGroup(standardLayout, 'MATH') })).toEqual(['groups of subjects']);
  expect(differs({ draft: moveFact(standardLayout, 'class', -1) })).toEqual(['student and term']);
  expect(differs({ draft: switchSignatory(standardLayout, 'dean', false) })).toEqual(['who signs']);
});
