/** Keys of the files that a record names, by the kind of record; a record is given as it is stored. */
export type FilesByKind = Readonly<Record<string, (item: Record<string, unknown>) => readonly string[]>>;

interface Kind<Item> {
  name: string;
  parse: (item: Record<string, unknown>) => Item | undefined;
}

/** What records of a kind name: an entry of `FilesByKind`. */
export const filesNamedBy = <Item>(
  { name, parse }: Kind<Item>,
  keysOf: (record: Item) => readonly (string | undefined)[],
): FilesByKind => ({
  [name]: (item) => {
    const record = parse(item);
    return record === undefined ? [] : keysOf(record).filter((key) => key !== undefined);
  },
});
