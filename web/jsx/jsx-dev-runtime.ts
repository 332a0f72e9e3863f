import { jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { keepTexts } from './keep-texts.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment } from 'react/jsx-dev-runtime';

/** What JSX becomes in development and in tests. `isStatic`: it has several children. */
export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...place) => {
  const kept = keepTexts(type, props as object);
  const isList = isStatic && Array.isArray((kept as { children: unknown }).children);
  return reactJsxDev(type, kept, key, isList, ...place);
};
