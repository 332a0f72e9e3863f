/** Explicit roles: some browsers drop those of table rows with `display: grid`. */
export const tableRoles = {
  grid: { role: 'grid' },
  selectable: { role: 'grid', 'aria-multiselectable': true },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'gridcell' },
} as const;
