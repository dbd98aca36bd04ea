/** Same as in package.json, which the built program does not read. */
export const version = '0.1.0';
