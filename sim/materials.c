// Preset materials.
//
// Each number is a round one from within the range that is typical of the fabric, not a measurement
// of one piece. The ranges are those of the Kawabata evaluation system (KES-F), in its units:
//     bending rigidity  1 gf cm^2/cm = 9.8e-5 N m,
//     shear stiffness   1 gf/(cm degree) = 56 N/m per radian,
//     tension           extension under 500 gf/cm = 490 N/m: 5 percent are 9800 N/m on average;
//                       it begins softer, and a small strain is what cloth has under its own
//                       weight.
// Typical areal densities, in kg/m^2: shirting 0.12 to 0.2, silk 0.06 to 0.1, denim 0.35 to 0.45,
// single jersey 0.15 to 0.2, garment leather 0.6 to 0.9. Typical bending rigidities, in N m:
// shirting 5e-6 to 1e-5, silk 3e-6 to 6e-6, denim 5e-5 to 1.5e-4, jersey 2e-6 to 5e-6, leather 1e-4
// to 1e-3. Typical shear stiffnesses of wovens: 20 to 100 N/m, of denim up to 200. Leather is no
// weave: its shear stiffness is that of an isotropic sheet, about 0.4 of the stretch stiffness.

#include "selvage/sim.h"

static const svMaterial materials[] = {
    {.name = "cotton",
     .about = "plain-woven shirting",
     .density = 0.15,
     .stretchStiffness = 3000,
     .weftStiffness = 2500,
     .shearStiffness = 60,
     .bendStiffness = 8e-6,
     .weftBendStiffness = 6e-6,
     .damping = 0.002,
     .strainLimit = 0.05},
    {.name = "silk",
     .about = "light and fluid: habutai, charmeuse",
     .density = 0.08,
     .stretchStiffness = 2000,
     .weftStiffness = 1600,
     .shearStiffness = 25,
     .bendStiffness = 4e-6,
     .weftBendStiffness = 3e-6,
     .damping = 0.001,
     .strainLimit = 0.05},
    {.name = "denim",
     .about = "heavy cotton twill, stiffer along the warp",
     .density = 0.4,
     .stretchStiffness = 6000,
     .weftStiffness = 4000,
     .shearStiffness = 100,
     .bendStiffness = 1e-4,
     .weftBendStiffness = 6e-5,
     .damping = 0.003,
     .strainLimit = 0.03},
    {.name = "jersey",
     .about = "single-knit T-shirt fabric: stretches, most of all across the wales",
     .density = 0.18,
     .stretchStiffness = 400,
     .weftStiffness = 200,
     .shearStiffness = 40,
     .bendStiffness = 4e-6,
     .weftBendStiffness = 2e-6,
     .damping = 0.003,
     .strainLimit = 0.3},
    {.name = "leather",
     .about = "garment leather of about a millimetre",
     .density = 0.7,
     .stretchStiffness = 8000,
     .weftStiffness = 8000,
     .shearStiffness = 3000,
     .bendStiffness = 4e-4,
     .weftBendStiffness = 4e-4,
     .damping = 0.005,
     .strainLimit = 0.05},
};

size_t svMaterial_Count(void) {
    return sizeof(materials) / sizeof(materials[0]);
}

svMaterial svMaterial_Get(size_t index) {
    return index < svMaterial_Count() ? materials[index] : (svMaterial){0};
}

void svClothDef_SetMaterial(svClothDef* def, const svMaterial* material) {
    def->density = material->density;
    def->stretchStiffness = material->stretchStiffness;
    def->weftStiffness = material->weftStiffness;
    def->shearStiffness = material->shearStiffness;
    def->bendStiffness = material->bendStiffness;
    def->weftBendStiffness = material->weftBendStiffness;
    def->damping = material->damping;
    def->strainLimit = material->strainLimit;
}
