import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { GridColumn, RowValues } from '../../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../../web/ui/grid/grid-model.ts';
import { MarkGrid } from '../../../../web/ui/grid/mark-grid.tsx';
import '../../../../web/ui/theme/tokens.css';
import '../../../../web/ui/theme/base.css';

/** Measurements: milliseconds of each key, and from the table's first rendering to its paint. */
declare global {
  interface Window {
    keys: { key: string; milliseconds: number }[];
    mounted: number | undefined;
    /** Shows the table; with `?later` in the address it waits to be called. */
    show: () => void;
  }
}

const size = new URLSearchParams(window.location.search);
const rowCount = Number(size.get('rows') ?? 35);
const columnCount = Number(size.get('columns') ?? 15);

const marks = Array.from(
  { length: columnCount },
  (_none, index): GridColumn => ({
    id: `a${index + 1}`,
    kind: 'number',
    label: `A${index + 1}`,
    hint: '/ 100',
    width: '72px',
    max: 100,
    decimals: 0,
    counts: 'marks',
  }),
);
const sum = (values: RowValues) => marks.reduce((total, { id }) => total + Number(values[id] ?? 0), 0);
const columns: readonly GridColumn[] = [
  ...marks,
  { id: 'sum', kind: 'shown', label: 'Sum', width: '72px', text: (values) => String(sum(values)) },
];
const rows = Array.from({ length: rowCount }, (_none, index) => {
  const name = `Student, Number ${index + 1}`;
  return { id: `s${index}`, name };
});
const values = rows.map(({ id }, row): [string, RowValues] => [
  id,
  Object.fromEntries(
    marks.map((column, index) => [column.id, (row + index) % 3 === 0 ? null : (row * 7 + index) % 100]),
  ),
]);

/** Calls back when what was drawn in this frame is on the screen. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(null);
  });
}

window.keys = [];
window.addEventListener(
  'keydown',
  ({ key, timeStamp }) => afterPaint(() => window.keys.push({ key, milliseconds: performance.now() - timeStamp })),
  true,
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const page = createRoot(root);
const table = (
  <div style={{ display: 'grid', height: '860px' }}>
    <MarkGrid grid={new GridModel(new Map(values))} label="Marks" corner="Student" columns={columns} rows={rows} />
  </div>
);
// As in the application, React is at work before the table comes: loading it is no part of showing a table.
flushSync(() => page.render(<input aria-label="Mark" />));
window.show = () => {
  const begun = performance.now();
  if (!size.has('bare')) flushSync(() => page.render(table));
  afterPaint(() => {
    window.mounted = performance.now() - begun;
  });
};
if (!size.has('later')) afterPaint(window.show);
