import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../ui/display/lazy-part.ts';
import { whenIdle } from '../ui/overlays/when-opened.tsx';
import type { SheetFiguresProps } from './figures-row.tsx';

const load = () => import('./figures-row.tsx');
const FiguresRow = lazyPart(load);

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
