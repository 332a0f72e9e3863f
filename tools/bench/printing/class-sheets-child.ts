import { readFileSync, writeFileSync } from 'node:fs';
import { renderMarkSheet } from '#functions/term-reports/documents/mark-sheet.ts';
import { renderRankSheet } from '#functions/term-reports/documents/rank-sheet.ts';

/** Prints the class of a JSON file as mark sheet or rank sheet: a process that does nothing else. */
const [which, input, output] = process.argv.slice(2);
if (!input || !output) throw new Error('usage: class-sheets-child <mark|rank> <class.json> <output.pdf>');
const { school, marks, printedAt } = JSON.parse(readFileSync(input, 'utf8'));
const render = which === 'rank' ? renderRankSheet : renderMarkSheet;
writeFileSync(output, render({ school, marks, printedAt: new Date(printedAt) }));
