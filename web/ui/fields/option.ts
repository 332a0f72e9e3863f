/** One choice of a {@link Select} or {@link Combobox}: what is stored and what is read. */
export interface Option<V extends string | number> {
  value: V;
  label: string;
}
