import { createContext } from 'react';
import type { Refused } from '../../../outbox/pending-record.ts';

/** Texts that fields of the record did not take, kept on the device (rule 40). Fields go by the name that the focus finds them by. */
export interface RefusedTexts {
  of: (field: string) => Refused | null;
  /** Null: there is none any more. */
  keep: (field: string, refused: Refused | null) => void;
}

export const RefusedTextsContext = createContext<RefusedTexts>({ of: () => null, keep: () => {} });
