import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../ui/overlays/when-opened.tsx';
import type { SheetFiguresProps } from './figures-row.tsx';

const load = () => import('./figures-row.tsx');
const FiguresRow = lazy(load);

/** The row of figures and the outliers of a sheet: they come when the sheet has been shown. */
export function SheetFigures(props: SheetFiguresProps) {
  const [isHere, setHere] = useState(false);
  useEffect(() => whenIdle(() => load().then(() => setHere(true))), []);
  return (
    isHere && (
      <Suspense fallback={null}>
        <FiguresRow {...props} />
      </Suspense>
    )
  );
}
