import { expect, it } from 'vitest';
import { addBlock } from '#shared/term-reports/layouts/edit-layout.ts';
import { changeMarkInWords } from '#shared/term-reports/layouts/edit-lists.ts';
import { nameOfBlank, placeTitle } from '#shared/term-reports/layouts/layout-places.ts';
import { inWordsLayout, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

it('calls the place of a problem what the screen calls it', () => {
  expect(placeTitle(standardLayout, 'layout.front.2.0.columns')).toBe('Card, Subjects');
  expect(placeTitle(standardLayout, 'layout.front.1')).toBe('Card, Average, Attendance, Conduct');
  expect(placeTitle(twoPagesLayout, 'layout.front')).toBe('Front');
  expect(placeTitle(twoPagesLayout, 'layout.back.2.0')).toBe('Back, Form teacher’s remarks');
  expect(placeTitle(inWordsLayout, 'layout.marksInWords.1.from')).toBe('Marks in words');
  // Of a layout that has changed since.
  expect(placeTitle(standardLayout, 'layout.front.99.9')).toBe('Card');
  expect(placeTitle(standardLayout, 'layout')).toBe('Layout');
});

it('finds the text that is blank, and none in ours', () => {
  expect([standardLayout, twoPagesLayout, inWordsLayout].map(nameOfBlank)).toEqual([null, null, null]);
  expect(nameOfBlank({ ...standardLayout, name: ' ' })).toBe('Name');
  expect(nameOfBlank({ ...standardLayout, title: '' })).toBe('Title of the card');
  expect(nameOfBlank(addBlock(standardLayout, { block: 'words', text: '  ' }))).toBe('Words of the school');
  expect(nameOfBlank(changeMarkInWords(inWordsLayout, 4, { words: '' }))).toBe('Marks in words');
});
