/** Bytes. */
export interface TableSize {
  records: number;
  indexes: number;
}

/** An item as the document client gives it. */
export interface SizedItem {
  pk: string;
  gsi1pk?: string;
  gsi2pk?: string;
  gsi3pk?: string;
}

/** The two indexes that project everything hold again what is in them, the third a few bytes of each. */
export function addItemSize(size: TableSize, item: SizedItem): void {
  const own = Buffer.byteLength(JSON.stringify(item));
  size.records += own;
  size.indexes += (item.gsi1pk ? own : 0) + (item.gsi2pk ? own : 0) + (item.gsi3pk ? 300 : 0);
}

export const sumTableSizes = (...parts: readonly (readonly [size: TableSize, times: number])[]): TableSize => ({
  records: parts.reduce((sum, [{ records }, times]) => sum + records * times, 0),
  indexes: parts.reduce((sum, [{ indexes }, times]) => sum + indexes * times, 0),
});

/**
 * All records of a year but those of attendance, and one of attendance. The demo has a year's records but for most of
 * its days, and nobody has changed anything: a scan weighs it.
 */
export async function measureTable(): Promise<{ table: TableSize; attendanceRecord: TableSize }> {
  const { paginateScan } = await import('@aws-sdk/lib-dynamodb');
  const { documentClient, tableNames } = await import('#functions/platform/table/table.ts');
  const table: TableSize = { records: 0, indexes: 0 };
  const attendance = { count: 0, records: 0, indexes: 0 };
  for await (const { Items = [] } of paginateScan({ client: documentClient }, { TableName: tableNames().records })) {
    for (const item of Items) {
      const isAttendance = item.__edb_e__ === 'attendance-record';
      if (isAttendance) attendance.count += 1;
      addItemSize(isAttendance ? attendance : table, item as SizedItem);
    }
  }
  return { table, attendanceRecord: sumTableSizes([attendance, 1 / attendance.count]) };
}
