import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { whenOpened } from '../ui/overlays/when-opened.tsx';
import type { FigureColumn } from './figure-column.ts';
import type { FiguresWindowProps } from './figures-window.tsx';

/** Worked out when it is opened, so that no key that is typed pays for it. */
const FiguresWindow = whenOpened<FiguresWindowProps>(() => import('./figures-window.tsx'));

interface FiguresButtonProps {
  about: string;
  /** The columns of marks with what the screen shows at that moment. */
  columnsNow: () => readonly FigureColumn[];
}

/** Opens the figures of a sheet's columns. */
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
