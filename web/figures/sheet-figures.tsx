import { ChartColumn } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { lazyWithRetry } from '../ui/display/lazy-with-retry.ts';
import { lazyOverlay } from '../ui/overlays/lazy-overlay.tsx';
import { loadWhenIdle } from '../ui/screen/idle.ts';
import type { FigureColumn } from './figure-column.ts';
import type { SheetFiguresProps } from './figures-row.tsx';
import type { FiguresWindowProps } from './figures-window.tsx';

const loadFiguresRow = () => import('./figures-row.tsx');
const FiguresRow = lazyWithRetry(loadFiguresRow);

/** The row of figures and the outliers of a sheet, loaded after the sheet is shown. */
export function SheetFigures(props: SheetFiguresProps) {
  const [isHere, setHere] = useState(false);
  useEffect(() => loadWhenIdle(() => loadFiguresRow().then(() => setHere(true))), []);
  return (
    isHere && (
      <Suspense fallback={null}>
        <FiguresRow {...props} />
      </Suspense>
    )
  );
}

const FiguresWindow = lazyOverlay<FiguresWindowProps>(() => import('./figures-window.tsx'));

interface FiguresButtonProps {
  about: string;
  /** The current columns of marks. */
  columnsNow: () => readonly FigureColumn[];
}

/** Button that opens the figures of a sheet's columns. */
export function FiguresButton({ about, columnsNow }: FiguresButtonProps) {
  const [columns, setColumns] = useState<readonly FigureColumn[] | null>(null);
  return (
    <>
      <Button variant="quiet" icon={ChartColumn} onClick={() => setColumns(columnsNow())}>
        Figures
      </Button>
      <FiguresWindow open={columns !== null} about={about} columns={columns ?? []} onClose={() => setColumns(null)} />
    </>
  );
}
