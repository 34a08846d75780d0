/**
 * What a program finds in its home, which is new for every session. InVesalius would ask for a language first, and wait
 * for an answer with nothing else on the screen. Others ignore it.
 */
export const settingsOfPrograms: Record<string, string> = {
  '.config/invesalius/config.json': JSON.stringify({
    paths: { homedir: '/home', last_dicom_folder: '', tempdir: '/tmp' },
    project: { recent_projects: [] },
    session: {
      auto_reload_preview: false,
      debug: false,
      language: 'ru',
      mode: 0,
      random_id: 1,
      rendering: 0,
      slice_interpolation: 0,
      status: 0,
      surface_interpolation: 1,
    },
    surface: {
      algorithm: 'Default',
      fill_border_holes: true,
      fill_holes: false,
      keep_largest: false,
      quality: 'Optimal *',
    },
  }),
};
