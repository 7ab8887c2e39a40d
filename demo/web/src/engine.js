// The module (demo.h), with names in place of numbers. Runs in the worker.

// Numbers of C functions that list names, in their order.
function namesOf(module, nameOf) {
    const names = [];
    for (;;) {
        const name = module.UTF8ToString(nameOf(names.length));
        if (name === "") {
            return names;
        }
        names.push(name);
    }
}

export class Engine {
    #module;
    #demo = 0;
    #count; // where functions write how many elements there are

    constructor(module) {
        this.#module = module;
        this.#count = module._Demo_Memory(8);
        const list = (name, about) =>
            namesOf(module, name).map((text, i) => ({
                name: text,
                about: about === undefined ? "" : module.UTF8ToString(about(i)),
            }));
        this.scenes = list(module._DemoScene_Name, module._DemoScene_About);
        this.methods = list(module._DemoMethod_Name, module._DemoMethod_About);
        this.settings = list(module._DemoSetting_Name).map(({ name }, i) => ({
            name,
            low: module._Demo_Range(i, 0),
            high: module._Demo_Range(i, 1),
        }));
        this.arrays = namesOf(module, module._DemoArray_Name);
        this.numberNames = namesOf(module, module._DemoNumber_Name);
    }

    get message() {
        return this.#module.UTF8ToString(this.#module._Demo_Message(this.#demo));
    }

    // Begins a scene. An empty text, or what went wrong.
    create(scene, triangles, workers) {
        const module = this.#module;
        if (this.#demo !== 0) {
            module._Demo_Destroy(this.#demo);
        }
        this.#demo = module._Demo_Create(scene, triangles, workers);
        return this.#demo === 0 ? "There is not enough memory." : this.message;
    }

    // Does [verb, ...numbers]. An empty text, or what went wrong.
    do([verb, ...numbers]) {
        const module = this.#module;
        const verbs = {
            ball: module._Demo_MoveBall,
            pull: module._Demo_Pull,
            letGo: module._Demo_LetGo,
            pin: module._Demo_Pin,
            set: module._Demo_Set,
        };
        if (verbs[verb] === undefined) {
            return `nothing is called ${verb}`;
        }
        return verbs[verb](this.#demo, ...numbers) === 0 ? "" : this.message;
    }

    step() {
        return this.#module._Demo_Step(this.#demo) === 0 ? "" : this.message;
    }

    setting(index) {
        return this.#module._Demo_Get(this.#demo, index);
    }

    numbers() {
        const read = (i) => this.#module._Demo_Number(this.#demo, i);
        return Object.fromEntries(this.numberNames.map((name, i) => [name, read(i)]));
    }

    number(name) {
        return this.#module._Demo_Number(this.#demo, this.numberNames.indexOf(name));
    }

    // Of all contacts so far, and of the cloth now.
    hashes() {
        const hex = (name) => this.number(name).toString(16).padStart(8, "0");
        return `${hex("hashHigh")}${hex("hashLow")} ${hex("shapeHigh")}${hex("shapeLow")}`;
    }

    // A copy of what is at an address; its size is where functions write it.
    #copy(address, Type) {
        const { buffer } = this.#module.HEAPU8;
        const count = new Uint32Array(buffer, this.#count, 1)[0];
        return address === 0 ? new Type(0) : new Type(buffer, address, count).slice();
    }

    array(name, Type) {
        const index = this.arrays.indexOf(name);
        return this.#copy(this.#module._Demo_Array(this.#demo, index, this.#count), Type);
    }

    positions(mesh) {
        return this.#copy(
            this.#module._Demo_Positions(this.#demo, mesh, this.#count),
            Float32Array,
        );
    }

    meshes() {
        const module = this.#module;
        return Array.from({ length: module._Demo_MeshCount(this.#demo) }, (_, i) => {
            const x = this.positions(i);
            const address = module._Demo_Triangles(this.#demo, i, this.#count);
            return {
                name: module.UTF8ToString(module._Demo_MeshName(this.#demo, i)),
                still: module._Demo_MeshIsStill(this.#demo, i) !== 0,
                isBall: module._Demo_BallMesh(this.#demo) === i,
                vertices: x.length / 3,
                indices: this.#copy(address, Uint32Array),
                x,
            };
        });
    }
}
