import { readFileSync, writeFileSync } from 'node:fs';
import { renderReportCards } from '#functions/term-reports/documents/report-card.ts';
import type { ReportCard } from '#functions/term-reports/report-card.ts';

/** Prints the cards of a JSON file into a PDF, and reports what it took: a process that does nothing else. */
const [input, output] = process.argv.slice(2);
if (!input || !output) throw new Error('usage: report-cards-child <cards.json> <output.pdf>');
const { school, cards, printedAt } = JSON.parse(readFileSync(input, 'utf8'));
const before = performance.now();
const printable = (cards as ReportCard[]).map((card) => ({ card }));
const bytes = await renderReportCards({ school, cards: printable, printedAt: new Date(printedAt) });
const milliseconds = performance.now() - before;
writeFileSync(output, bytes);
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ milliseconds, megabytes }));
