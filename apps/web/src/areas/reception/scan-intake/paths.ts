export const INTAKE = '/assistant-area/intake';
