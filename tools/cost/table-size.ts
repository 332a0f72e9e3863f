/** Bytes. */
export interface TableSize {
  records: number;
  indexes: number;
}

/** An item as the document client gives it. */
export interface TableItem {
  pk: string;
  gsi1pk?: string;
  gsi2pk?: string;
  gsi3pk?: string;
}

/** The two indexes that project everything hold again what is in them, the third a few bytes of each. */
export function addItemSize(size: TableSize, item: TableItem): void {
  const own = Buffer.byteLength(JSON.stringify(item));
  size.records += own;
  size.indexes += (item.gsi1pk ? own : 0) + (item.gsi2pk ? own : 0) + (item.gsi3pk ? 300 : 0);
}

export const sumTableSizes = (...parts: readonly (readonly [size: TableSize, times: number])[]): TableSize => ({
  records: parts.reduce((sum, [{ records }, times]) => sum + records * times, 0),
  indexes: parts.reduce((sum, [{ indexes }, times]) => sum + indexes * times, 0),
});
