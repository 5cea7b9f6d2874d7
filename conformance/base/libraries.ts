import type * as Arrow from 'apache-arrow';
import type * as Cbor from 'cbor2';
import type * as Csv from 'csv-parse/sync';
import type * as Cookies from 'tough-cookie';
import type * as Yaml from 'yaml';
import { library } from '../../spec/library.ts';

/** Libraries that most scenarios do not need; each is loaded when it is first called. */
export const arrow = library((require) => require('apache-arrow') as typeof Arrow);
export const cbor = library((require) => require('cbor2') as typeof Cbor);
export const csv = library((require) => require('csv-parse/sync') as typeof Csv);
export const cookies = library((require) => require('tough-cookie') as typeof Cookies);
export const yaml = library((require) => require('yaml') as typeof Yaml);
