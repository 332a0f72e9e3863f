/** Said once more: rows that are laid out as grids of their own are no rows of a table to some browsers. */
export const roles = {
  grid: { role: 'grid' },
  selectable: { role: 'grid', 'aria-multiselectable': true },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'gridcell' },
} as const;
