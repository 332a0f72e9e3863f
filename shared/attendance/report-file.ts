/** Name of a report's workbook: "Late List 2026-09-07 to 2026-09-11.xlsx". */
export const reportFileName = (what: string, { from, to }: { from: string; to: string }): string =>
  `${what} ${from === to ? from : `${from} to ${to}`}.xlsx`;
