import { readFileSync, writeFileSync } from 'node:fs';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

/**
 * Prints the cards of a JSON file into a PDF, as often as is said, and reports what the last time took: a process that
 * does nothing else.
 */
const [input, output, times = '1'] = process.argv.slice(2);
if (!input || !output) throw new Error('usage: report-cards-child <cards.json> <output.pdf> [times]');
const { school, cards, printedAt } = JSON.parse(readFileSync(input, 'utf8'));
const printable = (cards as ReportCard[]).map((card) => ({ card, layout: standardLayout }));
let milliseconds = 0;
for (let time = 0; time < Number(times); time += 1) {
  const before = performance.now();
  const bytes = await renderReportCards({ school, cards: printable, printedAt: new Date(printedAt) });
  milliseconds = performance.now() - before;
  writeFileSync(output, bytes);
}
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ milliseconds, megabytes }));
