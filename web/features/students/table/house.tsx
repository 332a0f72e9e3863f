import type { Output } from '#shared/http/contract.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import { HouseChip } from '../record/house-chip.tsx';

export type Houses = Output<typeof studentRegisterContract.houses>;

/** A house; what is no house of the school, as it is. */
export function House({ houses, code }: { houses: Houses; code: string | null | undefined }) {
  const house = houses.find(({ id }) => id === code);
  if (!house) return code ?? null;
  return <HouseChip house={house} />;
}
