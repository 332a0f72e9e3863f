import { readFileSync, writeFileSync } from 'node:fs';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { mostMemory } from '../most-memory.ts';

/**
 * Prints the cards of a JSON file into a PDF, as often as is said, and reports what the last time took: a process that
 * does nothing else.
 */
const [input, output, times = '1', name = standardLayout.name] = process.argv.slice(2);
if (!input || !output) throw new Error('usage: report-cards-child <cards.json> <output.pdf> [times] [layout]');
const { school, cards, printedAt } = JSON.parse(readFileSync(input, 'utf8'));
const layout = shippedLayouts.find((one) => one.name === name);
if (!layout) throw new Error(`no layout is called ${name}`);
const printable = (cards as ReportCard[]).map((card) => ({ card, layout }));
let milliseconds = 0;
let processor = 0;
for (let time = 0; time < Number(times); time += 1) {
  const before = performance.now();
  const used = process.cpuUsage();
  const bytes = await renderReportCards({ school, cards: printable, printedAt: new Date(printedAt) });
  milliseconds = performance.now() - before;
  const { user, system } = process.cpuUsage(used);
  processor = (user + system) / 1000;
  writeFileSync(output, bytes);
}
const megabytes = mostMemory();
process.stdout.write(JSON.stringify({ milliseconds, processor, megabytes }));
