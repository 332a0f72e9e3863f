import { useCallback, useState } from 'react';

/** What of a sheet besides its values somebody wants to see. */
export interface SheetView {
  /** The row of figures. */
  figures: boolean;
  /** Low marks and outliers, tinted. */
  tints: boolean;
}

/** Kept on this device, as the order is. */
const keyOf = (name: string): string => `formroom.view/${name}`;

/** What was chosen under a name; all of it where nothing was, or an older page kept something else. */
export function keptView(name: string): SheetView {
  try {
    const { figures, tints } = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}') as Record<string, unknown>;
    return { figures: figures !== false, tints: tints !== false };
  } catch {
    return { figures: true, tints: true };
  }
}

export interface SheetViewChoice extends SheetView {
  choose: (change: Partial<SheetView>) => void;
}

/** @param name the person and the kind of sheet */
export function useSheetView(name: string): SheetViewChoice {
  const [view, setView] = useState(() => keptView(name));
  const choose = useCallback(
    (change: Partial<SheetView>) => {
      const chosen = { ...keptView(name), ...change };
      localStorage.setItem(keyOf(name), JSON.stringify(chosen));
      setView(chosen);
    },
    [name],
  );
  return { ...view, choose };
}
