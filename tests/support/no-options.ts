import type { CallOfProduct } from '#shared/product.ts';
import type { Keep, KeptAct } from '../rights/keep-act.ts';
import type { TestClient } from './callers/client.ts';

/** In place of `options.ts` in a build of the core alone. */
export const optionExamples = {};
export const cutsDaysOfOptions = {};
export const expressionsOfOptions = {};
export const fieldsOfOptions = {};
export const documentsOfOptions: readonly string[] = [];
export const keptFoldersOfOptions: readonly [folder: string, days: number][] = [];
export const largestBodiesOfOptions = {};
export const ownOfOptions = {};
export const studentsWhoSignIn: readonly string[] = [];
export const startedForOptions: readonly [about: string, queue: string][] = [];
export const stationKey = '';
export const calledFirst = (_call: CallOfProduct): boolean => false;
export const addRecordsOfOptions = async (): Promise<void> => undefined;
export const keepActsOfOptions = (_keep: Keep): Promise<KeptAct>[] => [];
export const inputsOfOptions = async (_office: TestClient): Promise<[string, Record<string, unknown>][]> => [];
export const signInOfStudents = async (_url: string, _name: string, _password: string): Promise<void> => undefined;
