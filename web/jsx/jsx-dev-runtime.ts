import { jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { joinTexts } from './join-texts.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment } from 'react/jsx-dev-runtime';

/** What JSX becomes in development and in tests. `isStatic`: it has several children. */
export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...place) => {
  const joined = isStatic ? joinTexts(props as object) : props;
  return reactJsxDev(type, joined, key, isStatic && joined === props, ...place);
};
